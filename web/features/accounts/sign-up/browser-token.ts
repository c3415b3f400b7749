import * as z from 'zod/mini';
import { hourMs } from '#shared/values/time.ts';
import { deviceStore } from '#web/lib/storage.ts';

const keptUnder = 'envoyage.signUpProof';
const Kept = z.object({ email: z.string(), proof: z.string(), until: z.number() });

/** Remembers that this browser signed up with the address: for 24 hours, its link confirms here without a password. */
export function keepBrowserToken(email: string, token: string, now = Date.now()): void {
  deviceStore.keep(keptUnder, JSON.stringify({ email, proof: token, until: now + 24 * hourMs }));
}

/** The token of the latest sign-up in this browser, if it used this address. */
export function readBrowserToken(email: string, now = Date.now()): string | undefined {
  try {
    const kept = Kept.parse(JSON.parse(deviceStore.read(keptUnder) ?? ''));
    return kept.email === email && kept.until > now ? kept.proof : undefined;
  } catch {
    return undefined;
  }
}

export const dropBrowserToken = () => deviceStore.drop(keptUnder);
