"""Program + tree → Run: processes behind walls, and the conversation with them."""
