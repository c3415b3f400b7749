import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { type FieldErrors, FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { namesItsOwner } from '#shared/accounts/password.ts';
import { paths } from '#shared/site/paths.ts';
import { NewPasswordFields } from '#web/features/accounts/password/new-password-fields.tsx';
import { PersonFields, TermsField } from '#web/features/accounts/sign-up/person-fields.tsx';
import {
  type AccountTyped,
  type DocumentsTyped,
  keepDraft,
  readDraft,
  registration,
  steps,
} from '#web/features/accounts/sign-up/registration.ts';
import { registrationActs, useRegistration } from '#web/features/accounts/sign-up/use-registration.ts';
import { missingDocuments } from '#web/features/accounts/words.ts';
import { RequiredLegend } from '#web/forms/field.tsx';
import { FormShell } from '#web/forms/form-shell.tsx';
import { StepBack } from '#web/forms/step-back.tsx';
import { EmailField, fieldOf } from '#web/forms/text-field.tsx';
import { useFormSteps } from '#web/forms/use-form-steps.ts';
import { useStandingForm } from '#web/forms/use-standing-errors.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { siteConfig } from '#web/lib/site-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Spinner } from '#web/ui/loading/loading.tsx';
import { Stepper } from '#web/ui/progress/stepper.tsx';
import { keepFocus, SubmitButton } from '#web/ui/submit-button.tsx';

/** The address, the password twice and the terms; `isTaken`: the address has an account. */
function AccessFields({ isStrict, isTaken }: { isStrict: boolean; isTaken: boolean }) {
  const { register, control, formState } = useFormContext<AccountTyped>();
  const field = fieldOf({ register, formState });
  const email = useWatch({ control, name: 'email' });
  return (
    <>
      <div className="stack stack--tight">
        <EmailField {...field('email')} />
        {isTaken && (
          <p className="small">
            <Link to={paths.login} state={{ email }}>
              Se connecter
            </Link>
          </p>
        )}
      </div>
      <NewPasswordFields
        label="Mot de passe"
        shown="le mot de passe"
        hint={isStrict ? undefined : 'Au moins 6 caractères.'}
        rating={isStrict ? undefined : <Strength />}
      />
      <TermsField {...field('acceptedTerms')} />
    </>
  );
}

function Strength() {
  const { control } = useFormContext<AccountTyped>();
  const [password, firstName, lastName, email] = useWatch({
    control,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
  return <output className="muted small">{passwordStrength(password, { firstName, lastName, email })}</output>;
}

const loadDocuments = () =>
  import('#web/features/accounts/documents/document-fields.tsx').then((file) => file.DocumentFields);
const DocumentFields = lazyPart(loadDocuments);

const stepNames = steps.map(({ name }) => name);
const lastStep = steps.length - 1;

/**
 * The three steps of `/register` (product 1.2), with `why` before the documents and `end` after the first step. Each
 * step is checked before the next one; the last one sends. Names, address and phone survive a reload of the tab.
 */
export function RegisterForm({ why, end }: { why?: ReactNode; end: ReactNode }) {
  const { form, steps: shownSteps, draft, isStrict, sending, tried, files, goOn, sendLater } = useRegisterForm();
  const { index, opened, heading, goTo } = shownSteps;
  const { act, progress, refusal } = sending;
  const { errors } = form.formState;
  const isLast = index === lastStep;
  return (
    <FormShell
      errors={errorsOf(index, errors)}
      attempt={tried.step === index ? tried.count : 0}
      refusal={refusal?.sentence}
      // The last step then opens without a network too.
      onChange={() => void loadDocuments().catch(() => undefined)}
      onSubmit={goOn}
      top={<Stepper steps={stepNames} current={index} />}
    >
      <fieldset className="form__group" aria-labelledby="step-title">
        <h2 ref={heading} id="step-title" tabIndex={-1}>
          <span className="visually-hidden">
            Étape {index + 1} sur {steps.length} :
          </span>{' '}
          {steps[index]?.title}
        </h2>
        <FormProvider {...form}>
          {index === 0 && (
            <>
              <RequiredLegend />
              <PersonFields />
            </>
          )}
          {index === 1 && (
            <>
              {opened > 0 && draft.email !== '' && <NotKept />}
              <AccessFields isStrict={isStrict} isTaken={refusal?.code === 'EMAIL_TAKEN'} />
            </>
          )}
        </FormProvider>
        {isLast && (
          <>
            {why}
            {errors.idDocument && errors.facePhoto && <p className="field__error">{missingDocuments}</p>}
            <Suspense fallback={<Spinner label="Chargement…" />}>
              <DocumentFields
                asked={['idDocument', 'facePhoto']}
                files={files}
                // A removed document is what the schema refuses.
                onChange={(name, file) =>
                  form.setValue(name, file as File, { shouldValidate: !!errors[name] || !!file })
                }
                errors={{ idDocument: errors.idDocument?.message, facePhoto: errors.facePhoto?.message }}
                progress={progress}
              />
            </Suspense>
          </>
        )}
      </fieldset>

      <div className="cluster form-actions">
        {index > 0 && <StepBack onBack={() => goTo(index - 1)} />}
        <SubmitButton busy={act !== undefined} busyText={act && registrationActs[act]}>
          {isLast ? "S'inscrire" : 'Continuer'}
        </SubmitButton>
        {isLast && <DocumentsLater onLater={() => void sendLater()} />}
      </div>
      {index === 0 && end}
    </FormShell>
  );
}

function useRegisterForm() {
  const { dismiss, register: createAccount, ...sending } = useRegistration();
  const [draft] = useState(readDraft);
  const policy = usePasswordPolicy();
  const schemas = registration[policy];
  const form = useStandingForm(schemas.form, { ...draft, password: '', confirmPassword: '' });
  const { trigger, clearErrors, getValues, setError, subscribe, control } = form;
  const [idDocument, facePhoto] = useWatch({ control, name: ['idDocument', 'facePhoto'] });
  const [tried, setTried] = useState({ step: 0, count: 0 });
  const shownSteps = useFormSteps(paths.register, steps.length, async (step) => {
    const isComplete = await trigger(fieldsOf(step));
    if (!isComplete) clearErrors(fieldsOf(step));
    return isComplete;
  });
  const { index, goTo } = shownSteps;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(values) }), [subscribe]);

  const showErrorsOf = (step: number) => {
    setTried(({ count }) => ({ step, count: count + 1 }));
    if (step !== index) goTo(step, { toErrors: true });
  };

  const check = async (until: number) => {
    const right = await Promise.all(steps.slice(0, until + 1).map((_, step) => trigger(fieldsOf(step))));
    const wrong = right.indexOf(false);
    if (wrong >= 0) showErrorsOf(wrong);
    return wrong < 0;
  };

  const send = async (files: DocumentsTyped | undefined) => {
    const refused = await createAccount(await schemas.account.parseAsync(getValues()), files);
    for (const { fields } of steps) {
      for (const name of fields) if (refused[name]) setError(name, { message: refused[name] });
    }
    const wrong = steps.findIndex(({ fields }) => fields.some((name) => refused[name]));
    showErrorsOf(wrong < 0 ? index : wrong);
  };

  const goOn = async () => {
    dismiss();
    if (!(await check(index))) return;
    if (index < lastStep) goTo(index + 1);
    else if (idDocument && facePhoto) await send({ idDocument, facePhoto });
  };

  const sendLater = async () => {
    dismiss();
    clearErrors(fieldsOf(lastStep));
    if (await check(lastStep - 1)) await send(undefined);
  };

  const files = { idDocument, facePhoto };
  return { form, steps: shownSteps, draft, isStrict: policy === 'strict', sending, tried, files, goOn, sendLater };
}

const fieldsOf = (step: number) => [...(steps[step]?.fields ?? [])];

/** The errors of one step; the others show theirs at their own fields. */
const errorsOf = <Errors extends FieldErrors>(step: number, errors: Errors) =>
  Object.fromEntries(fieldsOf(step).flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])));

const DocumentsLater = ({ onLater }: { onLater: () => void }) => (
  <>
    <Button variant="link" aria-describedby="documents-later" onMouseDown={keepFocus} onClick={onLater}>
      Plus tard
    </Button>
    <p id="documents-later" className="muted small form-actions__meaning">
      « Plus tard » : vous enverrez ces documents après votre première connexion. Sans eux, votre identité n'est pas
      vérifiée, et vous ne pouvez ni confier ni transporter de colis.
    </p>
  </>
);

const NotKept = () => (
  <Callout tone="info">
    <p>Votre saisie a été reprise, sauf le mot de passe : il n'est jamais gardé sur cet appareil.</p>
  </Callout>
);

/**
 * The rule for passwords at sign-up. While it loads, and when it cannot be read, the weaker rule: the server decides.
 */
function usePasswordPolicy(): 'spec' | 'strict' {
  const [policy, setPolicy] = useState<'spec' | 'strict'>('spec');
  useEffect(() => {
    let left = false;
    siteConfig().then(
      ({ passwordPolicy }) => left || setPolicy(passwordPolicy),
      () => {},
    );
    return () => {
      left = true;
    };
  }, []);
  return policy;
}

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];

/** A rating of a password while it is typed; undefined before the first character. The server decides. */
export function passwordStrength(
  password: string,
  owner: { firstName: string; lastName: string; email: string },
): string | undefined {
  if (password === '') return undefined;
  if (password.length < 6) return 'Trop court : au moins 6 caractères.';
  if (namesItsOwner(password, owner)) return 'Trop facile à deviner : il reprend votre nom ou votre adresse email.';
  const variety = kinds.filter((kind) => kind.test(password)).length + Math.min(2, Math.floor(password.length / 6) - 1);
  if (variety <= 1) return 'Faible : allongez-le ou mélangez lettres, chiffres et signes.';
  return variety <= 3 ? 'Moyen : quelques caractères de plus le rendront solide.' : 'Solide.';
}
