import { Notice } from '#web/components/notice.tsx';

/** What was typed before and never sent stands in the form again; `onDrop` begins anew. */
export const ResumedDraft = ({ onDrop }: { onDrop: () => void }) => (
  <Notice tone="info" title="Vos modifications non enregistrées ont été reprises">
    <button type="button" className="amplify-button amplify-button--small" onClick={onDrop}>
      Repartir de l'annonce actuelle
    </button>
  </Notice>
);
