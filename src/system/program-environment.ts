// The environment variables of programs that work on tasks.

/** Without the salt: with it, the program could reproduce the private instances. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PYBENCH_SALT: _, ...inherited } = process.env;
  return inherited;
}
