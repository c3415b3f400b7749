import * as z from 'zod/mini';
import { inAnyCase } from '#web/forms/zod-resolver.ts';

type Passwords = { password: string; confirmPassword: string };

/** Product 1.5. */
export const samePasswords = z.refine<Passwords>(({ password, confirmPassword }) => password === confirmPassword, {
  path: ['confirmPassword'],
  error: 'Les mots de passe ne correspondent pas',
  when: inAnyCase,
});
