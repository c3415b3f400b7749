import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { CheckboxField } from '#web/forms/checkbox-field.tsx';

/** The age and the terms are accepted; the privacy notice is only to be read (rule 219). */
export const TermsField = (props: Omit<ComponentProps<typeof CheckboxField>, 'label'>) => (
  <>
    <CheckboxField
      label={
        <>
          J'ai 18 ans ou plus et j'accepte les <Link to={paths.terms}>conditions générales</Link>.
        </>
      }
      {...props}
    />
    <p className="small">
      <Link to={paths.privacy}>Comment nous traitons vos données</Link>
    </p>
  </>
);
