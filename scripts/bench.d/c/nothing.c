// What the system takes to start and end a process: the floor of the benchmark's start-up table.
int main(void) { return 0; }
