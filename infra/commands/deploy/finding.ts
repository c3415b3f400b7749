export interface Finding {
  readonly sentence: string;
  /** The deploy would fail or do harm, so it does not start. Other findings are repeated at its end. */
  readonly stops: boolean;
}

export const stops = (sentence: string): Finding => ({ sentence, stops: true });
export const told = (sentence: string): Finding => ({ sentence, stops: false });

/**
 * A check that is not allowed, or fails, is reported and stops nothing, because the rights to deploy and to read may
 * differ.
 */
export async function looked(what: string, look: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look;
  } catch (error) {
    return [told(`${what} could not be looked at: ${error instanceof Error ? error.message : String(error)}`)];
  }
}
