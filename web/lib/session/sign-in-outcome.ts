export type SignInCode = 'wrong' | 'emailNotConfirmed' | 'blocked' | 'lockedOut' | 'offline' | 'fault';
export type SignInOutcome = { ok: true } | { ok: false; code: SignInCode; message: string };

const sentences: Record<SignInCode, string> = {
  wrong: 'Email ou mot de passe incorrect',
  emailNotConfirmed:
    "Votre adresse email n'est pas encore confirmée. Ouvrez le lien reçu par email, ou demandez-en un nouveau.",
  blocked: 'Votre compte est bloqué. Contactez-nous pour en savoir plus.',
  lockedOut: 'Trop de tentatives. Veuillez attendre quelques minutes.',
  offline: 'Problème de connexion. Veuillez vérifier votre connexion internet.',
  fault: "La connexion n'a pas pu aboutir. Veuillez réessayer.",
};

export const signInRefused = (code: SignInCode): SignInOutcome => ({ ok: false, code, message: sentences[code] });

/** Meaning of Cognito's exception for the member (the pre-token trigger names the reason in its text). */
export function signInCode(refused: unknown): SignInCode {
  if (!(refused instanceof Error)) return 'fault';
  const { name, message } = refused;
  if (message.includes('EMAIL_NOT_CONFIRMED')) return 'emailNotConfirmed';
  if (message.includes('PROFILE_BLOCKED') || /User is disabled/i.test(message)) return 'blocked';
  if (name === 'TooManyRequestsException' || name === 'LimitExceededException' || /attempts exceeded/i.test(message)) {
    return 'lockedOut';
  }
  if (name === 'NotAuthorizedException' || name === 'UserNotFoundException' || message.includes('NO_ACCOUNT'))
    return 'wrong';
  return name === 'NetworkError' || name === 'TypeError' || !navigator.onLine ? 'offline' : 'fault';
}
