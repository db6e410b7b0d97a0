import type { FieldSpec, FieldsProps } from './draft/field-specs.ts';
import { type Path, valueAt } from './draft/paths.ts';
import { EntryList } from './entry-list.tsx';
import { useFields } from './fields/form-context.ts';
import { ChoiceField, InstantField, LineField, NumberField, SwitchField } from './fields/simple-fields.tsx';
import { TextField } from './fields/text-field.tsx';

/** The fields of a group or an entry, in their order. */
export function Fields({ specs, path }: FieldsProps) {
  const { shown } = useFields();
  return (
    <>
      {specs
        .filter(({ at, isFor }) => isFor?.(Object(valueAt(shown, [...path, ...at.slice(0, -1)]))) ?? true)
        .map((spec) => (
          <Field key={`${spec.at.join('/')} ${spec.kind}`} spec={spec} path={[...path, ...spec.at]} />
        ))}
    </>
  );
}

function Field({ spec, path }: { readonly spec: FieldSpec; readonly path: Path }) {
  switch (spec.kind) {
    case 'text':
      return <TextField spec={spec} path={path} />;
    case 'line':
      return <LineField spec={spec} path={path} />;
    case 'switch':
      return <SwitchField spec={spec} path={path} />;
    case 'choice':
      return <ChoiceField spec={spec} path={path} />;
    case 'number':
      return <NumberField spec={spec} path={path} />;
    case 'instant':
      return <InstantField spec={spec} path={path} />;
    case 'list':
      return <EntryList spec={spec} path={path} Fields={Fields} />;
    case 'custom':
      return <spec.Field path={path} />;
  }
}
