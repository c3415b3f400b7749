import { readTrackingNumber } from '#shared/deliveries/tracking-number.ts';

/** The target of a scanned code: a delivery's page, a tracking number to look up, or a sentence of refusal. */
export type Scanned = { parcelId: string } | { number: string } | { refused: string };

const followCode = 'Scannez le code QR de la page de suivi d’un colis, ou tapez son numéro.';

/** Reads a code: it accepts only addresses of this site, and only those of a delivery. */
export function readScanned(code: string, origin: string): Scanned {
  const number = readTrackingNumber(code);
  if (number) return { number };
  if (!URL.canParse(code)) return { refused: `Ce code n'est pas celui d'un colis. ${followCode}` };
  const { origin: site, host, pathname } = new URL(code);
  if (site !== origin) {
    const named = host ? `mène à un autre site (${host.slice(0, 60)})` : "n'est pas celui d'un colis";
    return { refused: `Ce code ${named} : nous ne l'ouvrons pas. ${followCode}` };
  }
  const parcelId = /^\/delivery\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  return parcelId ? { parcelId } : { refused: `Ce code ne mène pas au suivi d'un colis. ${followCode}` };
}
