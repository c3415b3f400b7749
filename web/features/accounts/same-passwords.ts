import * as z from 'zod/mini';

type Passwords = { password: string; confirmPassword: string };

/** Judged even while other fields are wrong, so that the mismatch shows together with them (spec 1 §5). */
export const samePasswords = z.refine<Passwords>(({ password, confirmPassword }) => password === confirmPassword, {
  path: ['confirmPassword'],
  error: 'Les mots de passe ne correspondent pas',
  when: () => true,
});
