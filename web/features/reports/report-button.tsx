import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isolated } from '#shared/values/typed/characters.ts';
import type { Reportable } from '#web/features/reports/reportable.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

export const ReportDialog = lazyPart(() =>
  import('#web/features/reports/report-dialog.tsx').then((file) => file.ReportDialog),
);

interface ReportButtonProps {
  thing: Reportable;
  name: string;
  variant?: 'default' | 'link';
}

/** « Signaler » for one thing; nothing for one's own, and for visitors. */
export function ReportButton({ thing, name, variant = 'default' }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { me } = useSession();
  if (!me || me.id === thing.accused.id) return null;
  return (
    <>
      <Button size="small" variant={variant} aria-label={`Signaler : ${isolated(name)}`} onClick={() => setOpen(true)}>
        <Flag size={18} aria-hidden="true" /> Signaler
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog thing={thing} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
