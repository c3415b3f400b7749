import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/contract.ts';
import { PendingName } from '#web/features/profiles/pending-name.tsx';
import { ProfileEditor } from '#web/features/profiles/profile-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';

/** First name, last name, phone and e-mail: shown as text, or in the form while editing (product 1.2). */
export function PersonalFacts({ me }: { me: Me }) {
  const [editing, setEditing] = useState(false);
  const [names, setNames] = useState<ComponentProps<typeof ProfileEditor>['names']>();
  const edit = (from?: typeof names) => (setNames(from), setEditing(true));
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <section className="card card--roomy stack" aria-labelledby="facts-title">
      <h2 id="facts-title">Mes informations</h2>
      {editing ? (
        <ProfileEditor me={me} names={names} onDone={() => setEditing(false)} />
      ) : (
        <>
          <Facts
            facts={[
              [
                'Prénom',
                <bdi translate="no" key="first">
                  {me.firstName}
                </bdi>,
              ],
              [
                'Nom',
                <bdi translate="no" key="last">
                  {me.lastName}
                </bdi>,
              ],
              [
                'Téléphone',
                <bdi key="phone" translate={me.phone ? 'no' : undefined}>
                  {me.phone || 'Non renseigné'}
                </bdi>,
              ],
              ['Email', me.email],
            ]}
          />
          <PendingName me={me} onEdit={edit} />
          <Button ref={opener} onClick={() => edit()}>
            Modifier le profil
          </Button>
        </>
      )}
    </section>
  );
}
