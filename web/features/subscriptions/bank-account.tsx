import type { ReactNode } from 'react';
import { accountNumberText } from '#shared/banks/account-number.ts';
import type { Bank } from '#shared/banks/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import '#web/features/subscriptions/subscriptions.css';

/** One account as members read it, with what they copy into their bank's form. */
export function BankAccount({ bank }: { bank: Bank }) {
  const { bankName, accountHolder, iban, bic, address } = bank;
  return (
    <div className="bank-account stack">
      <h3 dir="auto" translate="no">
        {bankName}
      </h3>
      <Facts
        facts={{
          Titulaire: <Copied text={accountHolder} label={`Copier le titulaire, ${isolated(bankName)}`} />,
          'IBAN / RIB / CCP': (
            <Copied text={iban} label={`Copier le numéro de compte, ${isolated(bankName)}`}>
              {accountNumberText(iban)}
            </Copied>
          ),
          BIC: bic && <Copied text={bic} label={`Copier le BIC, ${isolated(bankName)}`} />,
          Adresse: address && (
            <span className="member-text" dir="auto" translate="no">
              {address}
            </span>
          ),
        }}
      />
    </div>
  );
}

const Copied = ({ text, label, children = text }: { text: string; label: string; children?: ReactNode }) => (
  <span className="row bank-account__copied">
    <bdi translate="no" className="numeric">
      {children}
    </bdi>
    <CopyButton text={text} label={label} />
  </span>
);
