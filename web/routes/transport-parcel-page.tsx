import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { draftName, PublishTrip } from '#web/features/trips/publish-trip.tsx';
import { TripDraft } from '#web/features/trips/trip-form.ts';
import { readDraft } from '#web/lib/draft.ts';
import { touch } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';

/** `/transport-parcel` (spec 2 §2): everybody may fill it, members publish. */
export function TransportParcelPage() {
  const [draft] = useState(() => readDraft(draftName, TripDraft));
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    toast.success('Trajet enregistré !', 'Il sera visible dans la recherche après validation, sous 24 à 48 heures.');
    void touch(client, ['trips', 'myTrips']);
    void navigate('/my-trips');
  };
  return (
    <div className="container container--form page stack stack--wide">
      <div className="stack stack--tight">
        <h1>Transporter un colis</h1>
        <p className="muted">Annoncez votre trajet : les expéditeurs de cette route vous contacteront.</p>
      </div>
      <PublishTrip draft={draft} onPublished={leave} />
    </div>
  );
}
