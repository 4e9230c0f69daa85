// The kernel's epoll, which Swift's Glibc module leaves out.
#include <sys/epoll.h>
