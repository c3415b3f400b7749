/** Something about an account that an operator must know, in one sentence that says what to do. */
export interface Finding {
  readonly sentence: string;
  /** The deploy would fail or harm: it does not begin. Other findings are told again at its end. */
  readonly stops: boolean;
}

export const stops = (sentence: string): Finding => ({ sentence, stops: true });
export const told = (sentence: string): Finding => ({ sentence, stops: false });

/** A look that is not allowed or fails is told, and stops nothing: rights of deploying and of looking may differ. */
export async function looked(what: string, look: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look;
  } catch (error) {
    return [told(`${what} could not be looked at: ${error instanceof Error ? error.message : String(error)}`)];
  }
}
