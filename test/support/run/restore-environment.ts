import { afterAll } from 'vitest';

const before = { ...process.env };

// Files of a run share their process: what one of them sets there is gone for the next.
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
});
