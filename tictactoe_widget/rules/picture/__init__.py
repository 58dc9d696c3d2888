"""Pictures: layouts of boards, drawings and charts, and text made safe for them."""
