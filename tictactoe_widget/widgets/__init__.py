"""What people see in a notebook: each widget's Python, JavaScript and CSS side by side."""
