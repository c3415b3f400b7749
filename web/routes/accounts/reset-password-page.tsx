import { ResetPassword } from '#web/features/accounts/password/reset-password.tsx';
import '#web/features/accounts/accounts.css';

export function ResetPasswordPage() {
  return (
    <div className="container container--narrow page">
      <div className="account-card stack">
        <ResetPassword />
      </div>
    </div>
  );
}
