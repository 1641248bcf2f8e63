"""Laws that every game obeys, whatever its rules."""
