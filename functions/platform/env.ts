/**
 * The environment that the template gives to a function (`infra/grants.ts` says which function gets what).
 * Read once per cold start; a missing variable ends the start with its name.
 */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is not set`);
  return value;
}

export const flag = (name: string): boolean => process.env[name] === 'true';
