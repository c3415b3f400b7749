import type { Me } from '#shared/accounts/contract.ts';
import type { NoticeChoices as Choices } from '#shared/notices/choices.ts';
import type { NoticeGroup } from '#shared/notices/groups.ts';
import { useSetting } from '#web/features/profiles/use-setting.ts';

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

export function NoticeChoices({ me }: { me: Me }) {
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
