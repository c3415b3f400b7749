import * as z from 'zod/mini';

/** Settings of a deployment for its pages (`infra/stacks/web-stack.ts`). */
const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolShortClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
  /** The rule for passwords at sign-up: six characters, or the rule of a reset. */
  passwordPolicy: z._default(z.enum(['spec', 'strict']), 'spec'),
});
type Config = z.infer<typeof Config>;

let known: Promise<Config> | undefined;

/** `/config.json`, read once; a failed try can be repeated. */
export function siteConfig(): Promise<Config> {
  known ??= read().catch((fault: unknown) => {
    known = undefined;
    throw fault;
  });
  return known;
}

async function read(): Promise<Config> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return Config.parse(await response.json());
}
