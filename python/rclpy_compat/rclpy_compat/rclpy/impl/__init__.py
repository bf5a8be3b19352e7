"""The package in which rclpy has its logger."""
