import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { ParcelDraft, type ParcelDraftValues } from '#web/features/parcels/parcel-form.ts';
import { SendWizard } from '#web/features/parcels/send-wizard.tsx';
import { published, sayPublished } from '#web/features/parcels/use-publish-parcel.ts';
import { ResumedDraft } from '#web/forms/resumed-draft.tsx';
import { touch } from '#web/lib/api/query.ts';
import { keepDraftFile } from '#web/lib/drafts/draft-file.ts';
import { Callout } from '#web/ui/callout.tsx';

const leaveAfterMs = 2_000;

export function PublishParcel({
  draftName,
  first,
}: {
  draftName: string;
  first?: Partial<ParcelDraftValues> | undefined;
}) {
  const [parcel, setParcel] = useState<Parcel>();
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (!parcel) return undefined;
    window.scrollTo({ top: 0 });
    const timer = setTimeout(() => void navigate(paths.findParcels, { state: { published: parcel } }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [parcel, navigate]);

  const celebrate = (sent: Parcel) => {
    sayPublished();
    void touch(client, ['parcels', 'myParcels']);
    setParcel(sent);
  };
  return parcel ? (
    <Callout tone="success" title={published.title} live>
      <p>{published.detail}</p>
      <Link to={paths.myParcels}>Voir mes colis</Link>
    </Callout>
  ) : (
    <ResumedDraft name={draftName} schema={ParcelDraft} onDrop={() => void keepDraftFile(draftName, undefined)}>
      {(kept) => <SendWizard draftName={draftName} draft={{ ...first, ...kept }} onPublished={celebrate} />}
    </ResumedDraft>
  );
}
