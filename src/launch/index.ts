// Starts anything from data: opens services and turns specs into running things.
export {
  openInterpreters,
  openServices,
  withInterpreters,
  withServices,
  type InterpreterRequest,
  type OpenServices,
} from './services.ts';
