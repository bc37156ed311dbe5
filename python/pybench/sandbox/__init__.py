"""Makes sandboxes: the zygote and its warm process, the supervisor of each sandbox, confinement and limits."""
