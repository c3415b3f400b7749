import { ForgotPassword } from '#web/features/accounts/password/forgot-password.tsx';
import '#web/features/accounts/accounts.css';

export function ForgotPasswordPage() {
  return (
    <div className="container container--narrow page">
      <div className="account-card stack">
        <ForgotPassword />
      </div>
    </div>
  );
}
