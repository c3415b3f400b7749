import { Star } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import type { Member } from '#shared/profiles/contract.ts';
import { ReviewDialog } from '#web/features/reviews/review-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

/** Opens the dialog for a new review or for the member's own one. Only verified members write a first one. */
export function ReviewButton({ member, me }: { member: Member; me: Me | undefined }) {
  const [open, setOpen] = useState(false);
  const { myReview } = member;
  if (!myReview && me?.status !== 'approved') {
    return <p className="muted small">Vous pourrez laisser un avis dès que votre identité sera vérifiée.</p>;
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Star size={20} aria-hidden="true" /> {myReview ? 'Modifier mon avis' : 'Laisser un avis'}
      </Button>
      {open && (
        <ReviewDialog
          userId={member.id}
          name={member.firstName || 'ce membre'}
          mine={myReview}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
