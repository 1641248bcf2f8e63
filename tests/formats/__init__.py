"""What version 0.1.0 wrote, opened and gone on with by the version of today."""
