"""Runs cells with notebook semantics and reports what they show. Everything here shares a process with the agent's code."""
