import { useMutation } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { numberSentence, readTrackingNumber } from '#shared/deliveries/tracking-number.ts';
import { paths } from '#shared/site/paths.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { fieldId } from '#web/forms/field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** The target of a scanned code: a delivery's page, a tracking number to look up, or a sentence of refusal. */
type Scanned = { parcelId: string } | { number: string } | { refused: string };

const followCode = "Scannez le code QR de la page de suivi d'un colis, ou tapez son numéro.";

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

const ScanDialog = lazyPart(() =>
  import('#web/features/deliveries/scan/scan-dialog.tsx').then((file) => file.ScanDialog),
);

/** Finds the member's delivery from the parcel itself: they scan its code or type its number. */
export function FindDelivery() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  const finding = useMutation({
    mutationFn: (number: string) => deliveriesApi.findDelivery({ params: { number } }),
    onSuccess: ({ id }) => navigate(paths.delivery(id)),
    onError: (error) => {
      const { fields, detail } = asProblem(error);
      setProblem(fields['number'] ?? detail);
      focusNumber();
    },
  });

  const find = (text: string) => {
    const number = readTrackingNumber(text);
    setProblem(number ? undefined : numberSentence);
    if (number) finding.mutate(number);
    else focusNumber();
  };
  const { mutate } = finding;
  const onCode = useCallback(
    (code: string): string | undefined => {
      const scanned = readScanned(code, location.origin);
      if ('refused' in scanned) return scanned.refused;
      setScanning(false);
      if ('parcelId' in scanned) void navigate(paths.delivery(scanned.parcelId));
      else {
        setTyped(scanned.number);
        mutate(scanned.number);
      }
      return undefined;
    },
    [navigate, mutate],
  );

  return (
    <form
      className="card stack find-delivery"
      aria-label="Trouver un colis par son numéro"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        find(typed);
      }}
    >
      <Button variant="primary" onClick={() => setScanning(true)}>
        <ScanLine size={20} aria-hidden="true" /> Scanner un colis
      </Button>
      <TextField
        label="Numéro de suivi"
        name="number"
        hint="Les 8 caractères de la page de suivi, par exemple 1A2B3C4D."
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SubmitButton variant="default" busy={finding.isPending} busyText="Recherche…">
        Ouvrir ce colis
      </SubmitButton>
      {isScanning && (
        <Suspense fallback={null}>
          <ScanDialog onCode={onCode} onClose={() => setScanning(false)} />
        </Suspense>
      )}
    </form>
  );
}

const focusNumber = () => document.getElementById(fieldId('number'))?.focus();
