"""Where rclpy has its logger."""
