"""Line mode: a match as questions and answers."""
