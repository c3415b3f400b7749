import type { ComponentProps, ElementType } from 'react';

export type ButtonProps<As extends ElementType = 'button'> = ComponentProps<As> & {
  /** The element or component to render: `Link` or `a` for a link, `label` for a file field. */
  as?: As;
  variant?: 'default' | 'primary' | 'accent' | 'destructive' | 'link';
  size?: 'default' | 'small';
};

/** A button, or a link that looks like one. Amplify's stylesheet provides the classes. */
export function Button<As extends ElementType = 'button'>(props: ButtonProps<As>) {
  const { as: Element = 'button', variant, size, className, ...rest }: ButtonProps<ElementType> = props;
  const looks = [variant, size, rest.disabled && 'disabled'].filter((look) => look && look !== 'default');
  const classes = ['amplify-button', ...looks.map((look) => `amplify-button--${look}`), className];
  return (
    <Element
      type={Element === 'button' ? 'button' : undefined}
      {...rest}
      className={classes.filter(Boolean).join(' ')}
    />
  );
}
