import type { ButtonHTMLAttributes, Ref } from 'react';
import { Icon, type IconName } from './icon.js';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `danger` leads to a destructive write, and `destroy` sends it. */
  readonly variant?: 'primary' | 'plain' | 'quiet' | 'danger' | 'destroy';
  readonly icon?: IconName;
  /** Shows that the action is running, and prevents a second one. */
  readonly isBusy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** Receives the focus when its dialog opens. */
  readonly 'data-autofocus'?: boolean | undefined;
}

/** A button. `label` of an {@link IconButton} is its accessible name. */
export function Button({
  variant = 'plain',
  icon,
  isBusy = false,
  className = '',
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`button button-${variant} ${className}`}
      disabled={disabled ?? isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className="spinner" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  readonly icon: IconName;
  readonly label: string;
}

/** A button with only an icon. */
export const IconButton = ({
  icon,
  label,
  variant = 'quiet',
  className = '',
  ...rest
}: IconButtonProps) => (
  <Button
    {...rest}
    variant={variant}
    icon={icon}
    className={`button-icon ${className}`}
    aria-label={label}
    title={label}
  />
);
