import type { Parcel } from '#shared/parcels/contract.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { Moment } from '#web/ui/moment.tsx';

/** Until when half an agreement waits for its answer (rule 125). */
export const AnswerBy = ({ parcel: { answerBy } }: { parcel: Pick<Parcel, 'answerBy'> }) =>
  answerBy && (
    <p className="small">
      Réponse possible jusqu'au <Moment at={answerBy} text={deadlineText(answerBy)} />.
    </p>
  );
