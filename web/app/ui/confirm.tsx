/** `await confirm({...})`: a question with two answers, from anywhere; ConfirmHost draws it. */
import { Button } from '@mantine/core';
import { create } from 'zustand';
import { Dialog } from './dialog.tsx';

export interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  /** False leaves one button: a notice that has to be read. */
  hasCancel?: boolean;
}

interface Asked extends Question {
  answer: (isConfirmed: boolean) => void;
}

const useQuestions = create<{ asked: Asked[] }>(() => ({ asked: [] }));

/** Resolves to true for the confirming button, false for every other way out. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    useQuestions.setState(({ asked }) => ({ asked: [...asked, { ...question, answer: resolve }] }));
  });
}

function settle(question: Asked, isConfirmed: boolean): void {
  useQuestions.setState(({ asked }) => ({ asked: asked.filter((one) => one !== question) }));
  question.answer(isConfirmed);
}

export function ConfirmHost() {
  const asked = useQuestions((state) => state.asked);
  return asked.map((question) => (
    <Dialog
      key={question.message}
      opened
      persistent
      size={440}
      title={question.title}
      onClose={() => settle(question, false)}
      footer={
        <>
          {/* Where something would be lost, Enter alone must not do it: the way back has the focus. */}
          {question.hasCancel !== false && (
            <Button data-autofocus={question.isDangerous} onClick={() => settle(question, false)}>
              {question.cancelLabel ?? 'Cancel'}
            </Button>
          )}
          <Button
            variant="filled"
            color={question.isDangerous ? 'danger' : undefined}
            data-autofocus={!question.isDangerous}
            onClick={() => settle(question, true)}
          >
            {question.confirmLabel}
          </Button>
        </>
      }
    >
      {question.message}
    </Dialog>
  ));
}
