import type { ToDo } from './todo.ts';
import { Panel } from '#app/ui/panel.tsx';
import { RuleLabel } from '#app/ui/rule-label.tsx';
import { Tag } from '#app/ui/tag.tsx';

/** What waits for an administrator, the most pressing first, each leading to where it is done. */
export function TodoPanel({ todo }: { todo: ToDo[] }) {
  return (
    <Panel aria-labelledby="to-do" className="mt-8">
      <RuleLabel id="to-do" {...(todo.length > 0 ? { note: String(todo.length) } : {})}>
        To do
      </RuleLabel>
      {todo.length === 0 ? (
        <p className="mt-3">Nothing is waiting for you.</p>
      ) : (
        <ol className="mt-1">
          {todo.map(({ text, when, to, isOverdue }, place) => (
            <li key={place} className="border-b border-line py-2 last:border-b-0">
              {isOverdue && (
                <Tag tone="danger" className="mr-3">
                  Overdue
                </Tag>
              )}
              <a href={to} className="link wrap-anywhere">
                {text}
              </a>
              <span className="text-ink-soft">{when}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
