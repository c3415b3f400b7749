import { ConfirmEmail } from '#web/features/accounts/sign-up/confirm-email.tsx';
import '#web/features/accounts/accounts.css';

export function ConfirmEmailPage() {
  return (
    <div className="container container--form page">
      <div className="account-card stack">
        <ConfirmEmail />
      </div>
    </div>
  );
}
