"""The games being played: save changes, let computers move, clean up."""
