import { useMutation } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/contract.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { CorrectEmail } from '#web/features/accounts/address/correct-email.tsx';
import { NewAddress } from '#web/features/accounts/address/new-address.tsx';
import { DeleteAccount } from '#web/features/accounts/delete-account.tsx';
import { ChangePassword } from '#web/features/accounts/password/change-password.tsx';
import { SignOutEverywhere } from '#web/features/accounts/sign-out-everywhere.tsx';
import { OwnArchive } from '#web/features/exports/own-archive.tsx';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** « Paramètres »: each switch is saved immediately (rule 31). */
export function ProfileSettings({ me }: { me: Me }) {
  const [params] = usePageQuery(paths.profile);
  const secret = params.get('archive');
  const { mailRefused: refusal } = me;
  const remedy = me.isAdmin ? {} : { remedy: "Corrigez d'abord votre adresse, plus haut dans cette page." };
  const archive = <OwnArchive email={me.email} secret={secret} lost={refusal && { refusal, ...remedy }} />;
  const address = params.get('address');
  return (
    <div className="stack">
      {/* A member who opens the link of the mail finds it first. */}
      {secret && archive}
      {address && <NewAddress key={address} me={me} token={address} />}
      {refusal && !me.isAdmin && <CorrectEmail address={me.email} refusal={refusal} />}
      <div className="own-profile">
        <section className="card card--roomy stack" aria-labelledby="privacy-title">
          <h2 id="privacy-title">Confidentialité et notifications</h2>
          <Setting
            me={me}
            name="phonePublic"
            label="Afficher mon téléphone publiquement"
            hint="Sinon, seul le membre avec qui vous avez une livraison en cours le voit."
          />
          <Setting
            me={me}
            name="emailNotifications"
            label="Recevoir les notifications par email"
            hint="Vos livraisons, vos annonces, et les messages restés non lus. Les emails qui concernent la sécurité de votre compte sont toujours envoyés."
          />
        </section>
        <section className="card card--roomy stack" aria-labelledby="messages-title">
          <h2 id="messages-title">Nouveaux messages</h2>
          <Setting
            me={me}
            name="messageNotices"
            label="Afficher une notification"
            hint="Quand un message arrive pendant que vous êtes sur le site, hors de sa conversation."
          />
          <Setting
            me={me}
            name="messageSound"
            label="Jouer un son"
            hint="Votre navigateur ne le permet qu'après un premier geste sur la page."
          />
        </section>
        <div className="stack">
          <ChangePassword email={me.email} />
          <SignOutEverywhere />
          <DeleteAccount me={me} />
        </div>
        {!secret && archive}
      </div>
    </div>
  );
}

function Setting({
  me,
  name,
  label,
  hint,
}: {
  me: Me;
  name: Exclude<keyof Settings, 'noticeChoices'>;
  label: string;
  hint: string;
}) {
  const { latest, show } = useOwnAccount(me);
  const { refresh } = useSession();
  const saving = useMutation({
    // One call after the other, because each sends all settings.
    scope: { id: 'settings' },
    mutationFn: (on: boolean) => profilesApi.updateMySettings({ body: { ...latest().settings, [name]: on } }),
    onSuccess: show,
    onError: (error) => {
      toast.error('Réglage non enregistré', asProblem(error).detail);
      return refresh();
    },
  });
  const on = saving.isError ? me.settings[name] : (saving.variables ?? me.settings[name]);
  const id = `setting-${name}`;
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={`${id}-hint`}
        aria-checked={on}
        checked={on}
        onChange={({ target }) => saving.mutate(target.checked)}
      />
      <p id={`${id}-hint`} className="muted small">
        {hint}
      </p>
      <output className="small setting__saved">
        {saving.isPending ? 'Enregistrement…' : saving.isSuccess && 'Enregistré'}
        {saving.isError && 'Non enregistré'}
      </output>
    </div>
  );
}
