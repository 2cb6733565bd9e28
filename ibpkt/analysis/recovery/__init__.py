"""How a reliable connection recovers: what its responder executed, what its requester sent again, and why."""
