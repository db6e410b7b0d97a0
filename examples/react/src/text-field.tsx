import { useId } from 'react';

export interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email';
  /** More than one line. */
  readonly rows?: number;
  readonly issue: string | undefined;
}

export function TextField({ name, label, type = 'text', rows, issue }: TextFieldProps) {
  const id = useId();
  const common = {
    id,
    name,
    required: true,
    'aria-invalid': issue !== undefined,
    'aria-describedby': issue === undefined ? undefined : `${id}-issue`,
  };
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input type={type} {...common} /> : <textarea rows={rows} {...common} />}
      {issue !== undefined && (
        <span id={`${id}-issue`} className="failure">
          {issue}
        </span>
      )}
    </p>
  );
}
