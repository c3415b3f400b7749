import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Notice } from '#web/components/notice.tsx';
import { ParcelDraft } from '#web/features/parcels/parcel-form.ts';
import { draftName, SendWizard } from '#web/features/parcels/send-wizard.tsx';
import { readDraft } from '#web/lib/draft.ts';
import { touch } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** From the success to the list (spec 2 §9). */
const leaveAfterMs = 2_000;
const published = {
  title: 'Votre colis a été publié !',
  // Not « maintenant visible » (spec 2 §8): it is not, before its validation (docs/decisions: publish success).
  detail: 'Votre annonce sera visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/** `/send-parcel` (spec 2 §2): everybody may fill it, members publish. */
export function SendParcelPage() {
  const [draft] = useState(() => readDraft(draftName, ParcelDraft));
  const [isPublished, setPublished] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    if (!isPublished) return undefined;
    const timer = setTimeout(() => void navigate('/find-parcels', { state: { published: 'parcel' } }), leaveAfterMs);
    return () => clearTimeout(timer);
  }, [isPublished, navigate]);

  const celebrate = () => {
    toast.success(published.title, published.detail, { to: '/my-parcels', text: 'Voir mes colis' });
    void touch(client, ['parcels', 'myParcels']);
    setPublished(true);
  };
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>Envoyer ou recevoir un colis</h1>
        <p className="muted">Décrivez votre colis : les voyageurs qui font la route vous contacteront.</p>
      </div>
      {isPublished ? (
        <Notice tone="success" title={published.title} live>
          <p>{published.detail}</p>
          <Link to="/my-parcels">Voir mes colis</Link>
        </Notice>
      ) : (
        <SendWizard draft={draft} onPublished={celebrate} />
      )}
    </div>
  );
}
