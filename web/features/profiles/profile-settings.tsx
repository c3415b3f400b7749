import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { NoticeChoices as Choices, NoticeGroup } from '#shared/notices/choices.ts';
import type { Settings } from '#shared/profiles/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { CorrectEmail } from '#web/features/accounts/address/correct-email.tsx';
import { accountsApi } from '#web/features/accounts/api.ts';
import { DeleteAccount } from '#web/features/accounts/delete-account.tsx';
import { lostBySignOut } from '#web/features/accounts/lost-by-sign-out.ts';
import { ChangePassword } from '#web/features/accounts/password/change-password.tsx';
import { LostDrafts } from '#web/features/accounts/sign-out-question.tsx';
import { sentenceOf } from '#web/features/accounts/words.ts';
import { OwnArchive } from '#web/features/exports/own-archive.tsx';
import { BlockedMembers } from '#web/features/friends/my-friends.tsx';
import { OwnDevices } from '#web/features/notices/devices/own-devices.tsx';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** One switch of the settings, saved immediately (rule 31): whether it is on, also while it is being saved. */
function useSetting(
  me: Me,
  { read, write }: { read: (settings: Settings) => boolean; write: (settings: Settings, on: boolean) => Settings },
) {
  const { latest, show } = useOwnAccount(me);
  const { refresh } = useSession();
  const saving = useMutation({
    // One call after the other, because each sends all settings.
    scope: { id: 'settings' },
    mutationFn: (on: boolean) => profilesApi.updateMySettings({ body: write(latest().settings, on) }),
    onSuccess: show,
    onError: (error) => {
      toast.failed('Réglage non enregistré', error);
      return refresh();
    },
  });
  return {
    isOn: saving.isPending ? saving.variables : read(me.settings),
    turn: (on: boolean) => saving.mutate(on),
    state: saving.isPending
      ? 'Enregistrement…'
      : saving.isSuccess
        ? 'Enregistré'
        : saving.isError && !asProblem(saving.error).isUncertain
          ? 'Non enregistré'
          : '',
  };
}

const groups = [
  { group: 'deliveries', name: 'Livraisons' },
  { group: 'messages', name: 'Messages', hint: 'Après 15 minutes sans lecture' },
  { group: 'account', name: 'Mon compte et mes annonces' },
  { group: 'alerts', name: 'Alertes', hint: 'Selon chaque alerte' },
] as const satisfies readonly { group: NoticeGroup; name: string; hint?: string }[];

const channels = [
  { channel: 'mail', name: 'Par email' },
  { channel: 'push', name: 'Sur mes appareils' },
] as const satisfies readonly { channel: keyof Choices; name: string }[];

function NoticeChoices({ me }: { me: Me }) {
  const isMailOff = !me.settings.emailNotifications;
  return (
    <>
      <table className="notice-choices">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Sujet</span>
            </th>
            {channels.map(({ channel, name }) => (
              <th key={channel} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ group, name, ...more }) => (
            <tr key={group}>
              <th scope="row">
                {name}
                {'hint' in more && <span className="notice-choices__hint muted small">{more.hint}</span>}
              </th>
              {channels.map(({ channel, name: by }) => (
                <td key={channel}>
                  <Choice
                    me={me}
                    channel={channel}
                    group={group}
                    label={`${name}, ${by.toLowerCase()}`}
                    disabled={channel === 'mail' && isMailOff}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isMailOff && <p className="muted small">Les emails sont désactivés.</p>}
    </>
  );
}

interface ChoiceProps {
  me: Me;
  channel: keyof Choices;
  group: NoticeGroup;
  label: string;
  disabled: boolean;
}

function Choice({ me, channel, group, label, disabled }: ChoiceProps) {
  const { isOn, turn, state } = useSetting(me, {
    read: ({ noticeChoices }) => noticeChoices?.[channel]?.[group] ?? true,
    write: ({ noticeChoices, ...settings }, on) => ({
      ...settings,
      noticeChoices: { ...noticeChoices, [channel]: { ...noticeChoices?.[channel], [group]: on } },
    }),
  });
  return (
    <>
      <label className="notice-choices__choice">
        <span className="visually-hidden">{label}</span>
        <input
          className="switch"
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          disabled={disabled}
          onChange={({ target }) => turn(target.checked)}
        />
      </label>
      <output className="visually-hidden">{state}</output>
    </>
  );
}

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
        <div className="stack">
          <section className="card card--roomy stack" aria-labelledby="privacy-title">
            <h2 id="privacy-title">Confidentialité</h2>
            <Setting
              me={me}
              name="phonePublic"
              label="Afficher mon téléphone publiquement"
              hint="Sinon, seul le membre avec qui vous avez une livraison en cours le voit."
            />
          </section>
          <section className="card card--roomy stack">
            <h2>Notifications</h2>
            <Setting
              me={me}
              name="emailNotifications"
              label="Recevoir les notifications par email"
              hint="Vos livraisons, vos annonces, et les messages restés non lus. Les emails qui concernent la sécurité de votre compte sont toujours envoyés."
            />
            <NoticeChoices me={me} />
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
          <OwnDevices memberId={me.id} />
        </div>
        <div className="stack">
          <ChangePassword email={me.email} />
          <SignOutEverywhere />
          <BlockedMembers />
          {!secret && archive}
          <DeleteAccount me={me} />
        </div>
      </div>
    </div>
  );
}

type Switch = Exclude<keyof Settings, 'noticeChoices'>;

function Setting({ me, name, label, hint }: { me: Me; name: Switch; label: string; hint: string }) {
  const { isOn, turn, state } = useSetting(me, {
    read: (settings) => settings[name] ?? true,
    write: (settings, on) => ({ ...settings, [name]: on }),
  });
  const id = `setting-${name}`;
  return (
    <div className="setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="switch"
        type="checkbox"
        role="switch"
        aria-describedby={`${id}-hint`}
        aria-checked={isOn}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
      />
      <p id={`${id}-hint`} className="muted small">
        {hint}
      </p>
      <output className="small setting__saved">{state}</output>
    </div>
  );
}

function SignOutEverywhere() {
  const { signOut } = useSession();
  const [asking, setAsking] = useState(false);
  const [lost, setLost] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const ask = async () => {
    setLost(await lostBySignOut(queries));
    setAsking(true);
  };
  const keyOfTry = useIdempotencyKey();
  const end = async () => {
    await accountsApi.signOutEverywhere(undefined, { idempotencyKey: keyOfTry({}) }).catch((error: unknown) => {
      const { isUncertain, detail } = asProblem(error);
      throw new ActFailed({ detail: isUncertain ? detail : 'Impossible de vous déconnecter. Veuillez réessayer.' });
    });
    await signOut({ isOver: true });
  };
  return (
    <section className="card card--roomy stack" aria-labelledby="devices-title">
      <h2 id="devices-title">Appareils connectés</h2>
      <p className="muted">Un téléphone perdu ou un ordinateur partagé ? Fermez votre session partout à la fois.</p>
      <Button onClick={() => void ask()}>Se déconnecter de tous les appareils</Button>
      <ConfirmDialog
        open={asking}
        title="Se déconnecter partout ?"
        confirm="Se déconnecter partout"
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <p>Vous devrez vous reconnecter sur chaque appareil, celui-ci compris.</p>
        <LostDrafts lost={lost} />
      </ConfirmDialog>
    </section>
  );
}

/** Confirms a new address with one press, for a member who opened the link sent to it. */
function NewAddress({ me, token }: { me: Me; token: string }) {
  const { refresh } = useSession();
  const taking = useMutation({
    mutationFn: () => accountsApi.confirmCorrectedEmail({ body: { token } }),
    onSuccess: refresh,
  });
  const problem = taking.error ? sentenceOf('newEmail', taking.error) : undefined;
  return (
    <section className="card card--roomy stack" aria-labelledby="new-address-title">
      <h2 id="new-address-title">Votre nouvelle adresse email</h2>
      {taking.isSuccess ? (
        <Callout tone="success" title="Adresse modifiée" live>
          <p>
            Vous vous connectez désormais avec <bdi translate="no">{me.email}</bdi>, et nos emails y arrivent.
          </p>
        </Callout>
      ) : (
        <>
          <p>
            Votre adresse actuelle est <bdi translate="no">{me.email}</bdi>. Utiliser à sa place celle où vous avez reçu
            notre email ?
          </p>
          {problem && (
            <Callout tone="error" title={problem.title} live>
              <p>{problem.detail}</p>
            </Callout>
          )}
          <div>
            <SubmitButton type="button" busy={taking.isPending} busyText="Un instant…" onClick={() => taking.mutate()}>
              Utiliser cette adresse
            </SubmitButton>
          </div>
        </>
      )}
    </section>
  );
}
