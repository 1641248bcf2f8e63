"""Run a tournament: schedule, referee, and results saved as they come."""
