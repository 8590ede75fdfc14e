import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells what was typed into a form before the page's scripts ran, by the names of its fields; nothing
 * where nothing was. Give the result to the form. Fields that React keeps would be set back to what
 * the server has drawn as soon as anything on them changes.
 */
export function useTypedBefore(
  onTyped: (typed: Record<string, string>) => void,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const tell = useEffectEvent(onTyped);
  useLayoutEffect(() => {
    const fields = [...(form.current?.elements ?? [])];
    const typed = fields.flatMap((field) => (isTyped(field) ? [[field.name, field.value]] : []));
    if (typed.length > 0) tell(Object.fromEntries(typed));
  }, []);
  return form;
}

function isTyped(
  field: Element,
): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText && field.value !== field.defaultValue;
}
