import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { accountNumberText } from '#shared/banks/account-number.ts';
import type { Bank } from '#shared/banks/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { siteQuery } from '#web/features/site/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useInBrowser } from '#web/lib/use-in-browser.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** The accounts on which the subscription is paid, asked again at each visit: a member pays on what stands here. */
export function BankAccounts() {
  const { data, error, refetch } = useQuery({ ...siteQuery('banks'), staleTime: 0 });
  const isInBrowser = useInBrowser();
  return (
    <section className="bank-accounts stack" aria-labelledby="banks">
      <h2 id="banks">Nos coordonnées bancaires</h2>
      {error && !data && (
        <ErrorPanel
          title="Impossible de charger les données"
          message={asProblem(error).detail}
          onRetry={() => void refetch()}
        />
      )}
      {isInBrowser && !data && !error && <CardSkeletons count={1} />}
      {data?.items.length === 0 && (
        <>
          <p>Coordonnées à venir, contactez-nous.</p>
          <Link className="amplify-button" to={withQuery(paths.contact, { topic: 'payment' })}>
            Nous contacter
          </Link>
        </>
      )}
      {data && data.items.length > 0 && (
        <ul className="card-grid">
          {data.items.map((bank) => (
            <li key={bank.id} className="card stack">
              <BankAccount bank={bank} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** One account as members read it, with what they copy into their bank's form. */
function BankAccount({ bank }: { bank: Bank }) {
  const { bankName, accountHolder, iban, bic, address } = bank;
  return (
    <>
      <h3 dir="auto">{bankName}</h3>
      <Facts
        facts={[
          ['Titulaire', <Copied key="holder" text={accountHolder} label={`Copier le titulaire, ${bankName}`} />],
          [
            'IBAN / RIB / CCP',
            <Copied key="iban" text={iban} label={`Copier le numéro de compte, ${bankName}`}>
              {accountNumberText(iban)}
            </Copied>,
          ],
          ...(bic ? ([['BIC', <Copied key="bic" text={bic} label={`Copier le BIC, ${bankName}`} />]] as const) : []),
          ...(address
            ? ([
                [
                  'Adresse',
                  <span key="address" className="member-text" dir="auto">
                    {address}
                  </span>,
                ],
              ] as const)
            : []),
        ]}
      />
    </>
  );
}

const Copied = ({ text, label, children = text }: { text: string; label: string; children?: ReactNode }) => (
  <span className="bank-accounts__copied">
    <bdi className="numeric">{children}</bdi>
    <CopyButton text={text} label={label} />
  </span>
);
